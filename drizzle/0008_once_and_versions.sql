-- A key that another transaction is writing is not waited for, and one of more than 24 hours counts as absent.
CREATE FUNCTION "claim_idempotency_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(NEW."organization_id" || '/' || NEW."key", 0)) THEN
    RAISE EXCEPTION 'another transaction is writing this idempotency key' USING ERRCODE = 'lock_not_available';
  END IF;
  DELETE FROM "idempotency_keys"
  WHERE "organization_id" = NEW."organization_id" AND "key" = NEW."key" AND "created_at" <= now() - interval '24 hours';
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "idempotency_keys_inserting" BEFORE INSERT ON "idempotency_keys"
FOR EACH ROW EXECUTE FUNCTION "claim_idempotency_key"();
--> statement-breakpoint
-- No two versions of a row have the same "updated_at", whoever changes it, so that it can tell them apart.
CREATE FUNCTION "move_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := greatest(now(), OLD."updated_at" + interval '1 millisecond');
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "organizations_updating" BEFORE UPDATE ON "organizations" FOR EACH ROW EXECUTE FUNCTION "move_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "users_updating" BEFORE UPDATE ON "users" FOR EACH ROW EXECUTE FUNCTION "move_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "clients_updating" BEFORE UPDATE ON "clients" FOR EACH ROW EXECUTE FUNCTION "move_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "activities_updating" BEFORE UPDATE ON "activities" FOR EACH ROW EXECUTE FUNCTION "move_updated_at"();
