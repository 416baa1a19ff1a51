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
ALTER TABLE "insight_summaries" ADD CONSTRAINT "insight_summaries_client" FOREIGN KEY ("organization_id","client_id") REFERENCES "public"."clients"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Cards computed by earlier releases have no summary: compute them again.
UPDATE "insight_jobs" SET "due_at" = least("due_at", now());
