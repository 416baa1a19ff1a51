-- Tells every process at once when a token it may remember has changed, whoever changed it.
CREATE FUNCTION "notify_token_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('clientele_token_changed', OLD."id"::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "tokens_changed"
AFTER DELETE OR UPDATE OF "organization_id", "id", "hash", "user_id", "permissions", "expires_at", "revoked_at" ON "tokens"
FOR EACH ROW EXECUTE FUNCTION "notify_token_change"();
