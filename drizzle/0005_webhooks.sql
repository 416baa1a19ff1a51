CREATE TABLE "webhook_deliveries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"client_id" uuid,
	"subject_id" uuid,
	"detail" jsonb,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT now() + interval '1 day' NOT NULL,
	"status" integer,
	"failure" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text,
	"allow_private" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint" FOREIGN KEY ("organization_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id","position");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id","position") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_retried" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id","client_id") WHERE "webhook_deliveries"."state" = 'pending' and "webhook_deliveries"."attempts" > 0;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("ended_at") WHERE "webhook_deliveries"."state" <> 'pending';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_due" ON "webhook_endpoints" USING btree ("next_try_at") WHERE "webhook_endpoints"."state" = 'active';--> statement-breakpoint
-- Whoever changes something records its event in the same statement, once for each endpoint that wants it.
CREATE FUNCTION "record_webhook_event"("of" uuid, "what" text, "client" uuid, "subject" uuid, "figures" jsonb)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO "webhook_deliveries" ("organization_id", "id", "endpoint_id", "event", "client_id", "subject_id", "detail")
  SELECT "of", gen_random_uuid(), "endpoint"."id", "what", "client", "subject", "figures"
  FROM "webhook_endpoints" AS "endpoint"
  WHERE "endpoint"."organization_id" = "of" AND "endpoint"."state" = 'active' AND "what" = ANY ("endpoint"."events")
$$;
--> statement-breakpoint
CREATE FUNCTION "webhooks_follow_client"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_webhook_event"(NEW."organization_id", TG_ARGV[0], NEW."id", NULL, NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "clients_created_event" AFTER INSERT ON "clients"
FOR EACH ROW WHEN (NEW."deleted_at" IS NULL) EXECUTE FUNCTION "webhooks_follow_client"('client.created');
--> statement-breakpoint
CREATE TRIGGER "clients_updated_event" AFTER UPDATE OF "name", "domain" ON "clients"
FOR EACH ROW WHEN (NEW."deleted_at" IS NULL) EXECUTE FUNCTION "webhooks_follow_client"('client.updated');
--> statement-breakpoint
CREATE FUNCTION "webhooks_follow_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_webhook_event"(NEW."id", 'organization.updated', NULL, NULL, NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "organizations_updated_event" AFTER UPDATE OF "name", "default_timezone", "default_currency" ON "organizations"
FOR EACH ROW EXECUTE FUNCTION "webhooks_follow_organization"();
--> statement-breakpoint
CREATE FUNCTION "webhooks_follow_subject"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_webhook_event"(NEW."organization_id", TG_ARGV[0], NULL, NEW."id", NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_updated_event" AFTER UPDATE OF "first_name", "last_name", "email", "image_url" ON "users"
FOR EACH ROW WHEN (NEW."deleted_at" IS NULL) EXECUTE FUNCTION "webhooks_follow_subject"('user.updated');
--> statement-breakpoint
CREATE TRIGGER "connections_failing_event" AFTER UPDATE OF "state" ON "connections"
FOR EACH ROW WHEN (NEW."state" = 'failing' AND OLD."state" <> 'failing')
EXECUTE FUNCTION "webhooks_follow_subject"('connection.failing');
--> statement-breakpoint
-- One event for all activities of a client in a statement.
CREATE FUNCTION "webhooks_follow_activities"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_webhook_event"("organization_id", 'activity.recorded', "client_id", NULL, jsonb_build_object('count', "count"))
  FROM (
    SELECT "organization_id", "client_id", count(*) AS "count" FROM "recorded" WHERE "client_id" IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2
  ) AS "batch";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "activities_recorded_event" AFTER INSERT ON "activities"
REFERENCING NEW TABLE AS "recorded" FOR EACH STATEMENT EXECUTE FUNCTION "webhooks_follow_activities"();
--> statement-breakpoint
CREATE FUNCTION "webhooks_follow_assignment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_webhook_event"("organization_id", 'activity.recorded', "client_id", NULL, jsonb_build_object('count', "count"))
  FROM (
    SELECT "after"."organization_id", "after"."client_id", count(*) AS "count"
    FROM "after" JOIN "before" USING ("organization_id", "id")
    WHERE "after"."client_id" IS NOT NULL AND "before"."client_id" IS NULL
    GROUP BY 1, 2 ORDER BY 1, 2
  ) AS "batch";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "activities_assigned_event" AFTER UPDATE ON "activities"
REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "webhooks_follow_assignment"();
--> statement-breakpoint
CREATE FUNCTION "webhooks_follow_dashboard"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "record_webhook_event"(NEW."organization_id", 'dashboard.ready', NEW."client_id", NULL, jsonb_build_object('before',
    CASE WHEN TG_OP = 'UPDATE' THEN
      jsonb_build_object('verdict', OLD."verdict", 'wins', OLD."wins", 'frictions', OLD."frictions")
    END));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "insight_summaries_made_event" AFTER INSERT ON "insight_summaries"
FOR EACH ROW EXECUTE FUNCTION "webhooks_follow_dashboard"();
--> statement-breakpoint
CREATE TRIGGER "insight_summaries_updated_event" AFTER UPDATE ON "insight_summaries"
FOR EACH ROW WHEN ((NEW."verdict", NEW."wins", NEW."frictions") IS DISTINCT FROM (OLD."verdict", OLD."wins", OLD."frictions"))
EXECUTE FUNCTION "webhooks_follow_dashboard"();
