CREATE TABLE "language_model_usage" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "language_model_usage_organization_id_day_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
ALTER TABLE "insight_summaries" ADD COLUMN "picks" jsonb;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "language_model" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "language_model_usage" ADD CONSTRAINT "language_model_usage_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;