CREATE TABLE "erased_activities" (
	"organization_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_hash" "bytea" NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_activities_pk" PRIMARY KEY("organization_id","source","source_hash")
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ALTER COLUMN "token_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "system_user" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "erased_activities" ADD CONSTRAINT "erased_activities_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clients_deleted" ON "clients" USING btree ("deleted_at") WHERE "clients"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_with_values" ON "audit_entries" USING btree ("organization_id","at","id") WHERE "audit_entries"."before" is not null or "audit_entries"."after" is not null;--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("deleted_at") WHERE "users"."deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_author" CHECK (num_nonnulls("audit_entries"."token_id", "audit_entries"."system_user", "audit_entries"."connection_id") = 1) NOT VALID;