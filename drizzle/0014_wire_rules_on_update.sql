-- A client with a new domain gets the rules that wait for it, as a new client does (0005). An insert waits for rules that
-- are being made because of its foreign key; an update has to ask for the same lock. The statement after it sees them.
CREATE FUNCTION "assignment_rules_follow_domain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "organizations" WHERE "id" = NEW."organization_id" FOR KEY SHARE;
  UPDATE "assignment_rules"
  SET "client_id" = NEW."id", "backlog_after" = '00000000-0000-0000-0000-000000000000', "updated_at" = now()
  WHERE "organization_id" = NEW."organization_id" AND "domain" = NEW."domain" AND "client_id" IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "clients_domain_updated" AFTER UPDATE OF "domain" ON "clients"
FOR EACH ROW WHEN (NEW."domain" IS DISTINCT FROM OLD."domain" AND NEW."domain" IS NOT NULL AND NEW."deleted_at" IS NULL)
EXECUTE FUNCTION "assignment_rules_follow_domain"();
