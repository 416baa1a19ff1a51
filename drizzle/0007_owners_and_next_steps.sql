-- The action of the foreign key is written by hand: it must not clear the organization.
ALTER TABLE "clients" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "insight_summaries" ADD COLUMN "previous_verdict" text;--> statement-breakpoint
ALTER TABLE "insight_summaries" ADD COLUMN "verdict_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "insight_summaries" ADD COLUMN "explanation" jsonb DEFAULT '{"reason":"","steps":[],"observations":[],"quotes":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_owner" FOREIGN KEY ("organization_id","owner_id") REFERENCES "public"."users"("organization_id","id") ON DELETE set null ("owner_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clients_of_owner" ON "clients" USING btree ("organization_id","owner_id") WHERE "clients"."owner_id" is not null;--> statement-breakpoint
-- Cards that are computed anew store their content as data, too.
UPDATE "insight_jobs" SET "due_at" = least("due_at", now());
