CREATE TABLE "insight_jobs" (
	"organization_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"computed_for" timestamp (3) with time zone,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "insight_jobs_organization_id_client_id_pk" PRIMARY KEY("organization_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "assignment_rules" ADD COLUMN "backlog_after" uuid;--> statement-breakpoint
ALTER TABLE "insight_jobs" ADD CONSTRAINT "insight_jobs_client" FOREIGN KEY ("organization_id","client_id") REFERENCES "public"."clients"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "insight_jobs_due" ON "insight_jobs" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "assignment_rules_backlog" ON "assignment_rules" USING btree ("organization_id","id") WHERE "assignment_rules"."backlog_after" is not null;