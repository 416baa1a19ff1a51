-- A new client gets the rules that wait for one of its domain, whoever makes it. In a trigger, since its statement sees what
-- was committed while the client's foreign key waited for a rule that was being made; the statement of the client would not.
CREATE FUNCTION "assignment_rules_follow_client"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "assignment_rules"
  SET "client_id" = NEW."id", "backlog_after" = '00000000-0000-0000-0000-000000000000', "updated_at" = now()
  WHERE "organization_id" = NEW."organization_id" AND "domain" = NEW."domain" AND "client_id" IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "clients_inserted" AFTER INSERT ON "clients"
FOR EACH ROW WHEN (NEW."domain" IS NOT NULL AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION "assignment_rules_follow_client"();
