CREATE TABLE "activities" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"participants" text[] NOT NULL,
	"participant_names" text[] DEFAULT '{}' NOT NULL,
	"immutable" boolean NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activities_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "activities_source" UNIQUE("organization_id","source","source_id"),
	CONSTRAINT "activities_type" CHECK ("activities"."type" in ('email', 'call', 'meeting', 'note', 'chat'))
);
--> statement-breakpoint
CREATE TABLE "erased_activities" (
	"organization_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_hash" "bytea" NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_activities_pk" PRIMARY KEY("organization_id","source","source_hash")
);
--> statement-breakpoint
CREATE TABLE "assignment_rules" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration" text NOT NULL,
	"domain" text NOT NULL,
	"client_id" uuid,
	"backlog_after" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assignment_rules_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "assignment_rules_integration_domain" UNIQUE("organization_id","integration","domain")
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"domain" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "clients_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "connection_calendars" (
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"etag" text,
	"last_modified" text,
	"file_hash" "bytea" NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"interval_seconds" integer NOT NULL,
	CONSTRAINT "connection_calendars_organization_id_connection_id_pk" PRIMARY KEY("organization_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "connection_meetings" (
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"source_id" text NOT NULL,
	"uid" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"takes_place" boolean NOT NULL,
	"leads" boolean DEFAULT false NOT NULL,
	CONSTRAINT "connection_meetings_organization_id_connection_id_source_id_pk" PRIMARY KEY("organization_id","connection_id","source_id")
);
--> statement-breakpoint
CREATE TABLE "connection_domains" (
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"mailbox" text NOT NULL,
	"domain" text NOT NULL,
	"messages" bigint NOT NULL,
	"latest_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connection_domains_pk" PRIMARY KEY("organization_id","connection_id","mailbox","domain")
);
--> statement-breakpoint
CREATE TABLE "connection_mailboxes" (
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"mailbox" text NOT NULL,
	"uid_validity" text NOT NULL,
	"next_uid" bigint NOT NULL,
	"backfill_before" bigint NOT NULL,
	CONSTRAINT "connection_mailboxes_pk" PRIMARY KEY("organization_id","connection_id","mailbox")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"integration" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secret" text,
	"allow_private" boolean DEFAULT false NOT NULL,
	"keep" text DEFAULT 'clients' NOT NULL,
	"state" text DEFAULT 'connecting' NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"last_received_at" timestamp (3) with time zone,
	"seen" bigint DEFAULT 0 NOT NULL,
	"recorded" bigint DEFAULT 0 NOT NULL,
	"skipped" bigint DEFAULT 0 NOT NULL,
	"skipped_reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"token_id" uuid,
	"system_user" text,
	"connection_id" uuid,
	"operation" text NOT NULL,
	"resource" text NOT NULL,
	"request_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_entries_organization_id_at_id_pk" PRIMARY KEY("organization_id","at","id"),
	CONSTRAINT "audit_entries_author" CHECK (num_nonnulls("audit_entries"."token_id", "audit_entries"."system_user", "audit_entries"."connection_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_key_pk" PRIMARY KEY("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "insight_jobs" (
	"organization_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"activities_changed" boolean DEFAULT true NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"computed_for" timestamp (3) with time zone,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "insight_jobs_organization_id_client_id_pk" PRIMARY KEY("organization_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "insight_summaries" (
	"organization_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"wins" integer NOT NULL,
	"frictions" integer NOT NULL,
	"owed_since" timestamp (3) with time zone,
	"last_contact_at" timestamp (3) with time zone,
	"computed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "insight_summaries_organization_id_client_id_pk" PRIMARY KEY("organization_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "insights" (
	"organization_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"card" text NOT NULL,
	"content" text NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "insights_organization_id_client_id_card_pk" PRIMARY KEY("organization_id","client_id","card")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"default_timezone" text DEFAULT 'UTC' NOT NULL,
	"default_currency" text DEFAULT 'USD' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"import_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_slug_unique" UNIQUE("slug"),
	CONSTRAINT "organizations_state" CHECK ("organizations"."state" in ('active', 'importing', 'deleting'))
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"name" text,
	"user_id" uuid,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by" uuid,
	CONSTRAINT "tokens_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "tokens_hash_unique" UNIQUE("hash"),
	CONSTRAINT "tokens_hash_length" CHECK (octet_length("tokens"."hash") = 32),
	CONSTRAINT "tokens_permissions_of_user" CHECK ("tokens"."user_id" is not null or "tokens"."permissions" = '{}')
);
--> statement-breakpoint
CREATE TABLE "users" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"image_url" text,
	"idp_user_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "users_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_client" FOREIGN KEY ("organization_id","client_id") REFERENCES "public"."clients"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erased_activities" ADD CONSTRAINT "erased_activities_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_rules" ADD CONSTRAINT "assignment_rules_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_rules" ADD CONSTRAINT "assignment_rules_client" FOREIGN KEY ("organization_id","client_id") REFERENCES "public"."clients"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_calendars" ADD CONSTRAINT "connection_calendars_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_meetings" ADD CONSTRAINT "connection_meetings_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_domains" ADD CONSTRAINT "connection_domains_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_mailboxes" ADD CONSTRAINT "connection_mailboxes_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_jobs" ADD CONSTRAINT "insight_jobs_client" FOREIGN KEY ("organization_id","client_id") REFERENCES "public"."clients"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_summaries" ADD CONSTRAINT "insight_summaries_client" FOREIGN KEY ("organization_id","client_id") REFERENCES "public"."clients"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insights" ADD CONSTRAINT "insights_client" FOREIGN KEY ("organization_id","client_id") REFERENCES "public"."clients"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" USING btree ("organization_id","client_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "activities_newest_of_type" ON "activities" USING btree ("organization_id","client_id","type","occurred_at","id");--> statement-breakpoint
CREATE INDEX "activities_unassigned" ON "activities" USING btree ("organization_id","source","id") WHERE "activities"."client_id" is null;--> statement-breakpoint
CREATE INDEX "assignment_rules_unwired" ON "assignment_rules" USING btree ("organization_id","domain") WHERE "assignment_rules"."client_id" is null;--> statement-breakpoint
CREATE INDEX "assignment_rules_of_client" ON "assignment_rules" USING btree ("organization_id","client_id");--> statement-breakpoint
CREATE INDEX "assignment_rules_backlog" ON "assignment_rules" USING btree ("organization_id","id") WHERE "assignment_rules"."backlog_after" is not null;--> statement-breakpoint
CREATE INDEX "clients_domain" ON "clients" USING btree ("organization_id","domain","id");--> statement-breakpoint
CREATE INDEX "clients_not_deleted" ON "clients" USING btree ("organization_id","id") WHERE "clients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "clients_deleted" ON "clients" USING btree ("deleted_at") WHERE "clients"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "connection_meetings_source" ON "connection_meetings" USING btree ("organization_id","source_id");--> statement-breakpoint
CREATE INDEX "connection_domains_of_organization" ON "connection_domains" USING btree ("organization_id","domain");--> statement-breakpoint
CREATE INDEX "connections_due" ON "connections" USING btree ("next_try_at") WHERE "connections"."state" <> 'paused';--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "insight_jobs_changed" ON "insight_jobs" USING btree ("organization_id","due_at") WHERE "insight_jobs"."activities_changed";--> statement-breakpoint
CREATE INDEX "insight_jobs_unrefreshed" ON "insight_jobs" USING btree ("due_at") WHERE not "insight_jobs"."activities_changed";--> statement-breakpoint
CREATE INDEX "insight_jobs_due" ON "insight_jobs" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "tokens_of_user" ON "tokens" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "users_of_email" ON "users" USING btree ("organization_id","email");--> statement-breakpoint
CREATE INDEX "users_not_deleted" ON "users" USING btree ("organization_id","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("deleted_at") WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("organization_id","email") WHERE "users"."deleted_at" is null;--> statement-breakpoint
-- All below is written by hand.
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
--> statement-breakpoint
-- No two versions of a row have the same "updated_at", whoever changes it, so that it can tell them apart.
CREATE FUNCTION "move_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := greatest(now(), OLD."updated_at" + interval '1 millisecond');
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- An import ends by changing the state, and keeps the organization's "updated_at".
CREATE TRIGGER "organizations_updating" BEFORE UPDATE ON "organizations"
FOR EACH ROW WHEN (NEW."state" = OLD."state") EXECUTE FUNCTION "move_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "users_updating" BEFORE UPDATE ON "users" FOR EACH ROW EXECUTE FUNCTION "move_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "clients_updating" BEFORE UPDATE ON "clients" FOR EACH ROW EXECUTE FUNCTION "move_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "activities_updating" BEFORE UPDATE ON "activities" FOR EACH ROW EXECUTE FUNCTION "move_updated_at"();
--> statement-breakpoint
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
-- A client with a new domain gets the rules that wait for it, whoever makes or changes it. In a trigger, since its statement
-- sees what was committed while the client's foreign key waited for a rule that was being made. An insert takes that lock;
-- an update has to ask for it.
CREATE FUNCTION "assignment_rules_follow_client"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "organizations" WHERE "id" = NEW."organization_id" FOR KEY SHARE;
  UPDATE "assignment_rules"
  SET "client_id" = NEW."id", "backlog_after" = '00000000-0000-0000-0000-000000000000', "updated_at" = now()
  WHERE "organization_id" = NEW."organization_id" AND "domain" = NEW."domain" AND "client_id" IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "clients_inserted" AFTER INSERT ON "clients"
FOR EACH ROW WHEN (NEW."domain" IS NOT NULL AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION "assignment_rules_follow_client"();
--> statement-breakpoint
CREATE TRIGGER "clients_domain_updated" AFTER UPDATE OF "domain" ON "clients"
FOR EACH ROW WHEN (NEW."domain" IS DISTINCT FROM OLD."domain" AND NEW."domain" IS NOT NULL AND NEW."deleted_at" IS NULL)
EXECUTE FUNCTION "assignment_rules_follow_client"();
--> statement-breakpoint
-- Whoever changes activities makes the cards of their clients due, in the same transaction. Clients are taken in one order
-- everywhere, so that two transactions wait for each other and never deadlock.
CREATE FUNCTION "insight_jobs_follow_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "insight_jobs" ("organization_id", "client_id")
  SELECT DISTINCT "organization_id", "client_id" FROM "changed" WHERE "client_id" IS NOT NULL ORDER BY 1, 2
  ON CONFLICT ("organization_id", "client_id") DO UPDATE
  SET "revision" = "insight_jobs"."revision" + 1, "due_at" = least("insight_jobs"."due_at", now()),
    "activities_changed" = true, "failures" = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "insight_jobs_follow_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "insight_jobs" ("organization_id", "client_id")
  SELECT "organization_id", "client_id" FROM "before" WHERE "client_id" IS NOT NULL
  UNION
  SELECT "organization_id", "client_id" FROM "after" WHERE "client_id" IS NOT NULL
  ORDER BY 1, 2
  ON CONFLICT ("organization_id", "client_id") DO UPDATE
  SET "revision" = "insight_jobs"."revision" + 1, "due_at" = least("insight_jobs"."due_at", now()),
    "activities_changed" = true, "failures" = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "activities_inserted" AFTER INSERT ON "activities"
REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "insight_jobs_follow_change"();
--> statement-breakpoint
CREATE TRIGGER "activities_deleted" AFTER DELETE ON "activities"
REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "insight_jobs_follow_change"();
--> statement-breakpoint
CREATE TRIGGER "activities_updated" AFTER UPDATE ON "activities"
REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "insight_jobs_follow_update"();
