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
ALTER TABLE "connection_domains" ADD CONSTRAINT "connection_domains_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_mailboxes" ADD CONSTRAINT "connection_mailboxes_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_domains_of_organization" ON "connection_domains" USING btree ("organization_id","domain");--> statement-breakpoint
CREATE INDEX "connections_due" ON "connections" USING btree ("next_try_at") WHERE "connections"."state" <> 'paused';