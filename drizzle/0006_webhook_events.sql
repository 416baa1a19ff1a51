DROP INDEX "webhook_deliveries_of_endpoint";--> statement-breakpoint
DROP INDEX "webhook_deliveries_pending";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER COLUMN "endpoint_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "endpoint_ids" uuid[];--> statement-breakpoint
CREATE INDEX "webhook_deliveries_events" ON "webhook_deliveries" USING btree ("position") WHERE "webhook_deliveries"."endpoint_id" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id","position") WHERE "webhook_deliveries"."endpoint_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id","position") WHERE "webhook_deliveries"."state" = 'pending' and "webhook_deliveries"."endpoint_id" is not null;
--> statement-breakpoint
-- One row for a change, whatever the number of endpoints: the worker distributes it.
CREATE OR REPLACE FUNCTION "record_webhook_event"("of" uuid, "what" text, "client" uuid, "subject" uuid, "figures" jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "webhook_deliveries" ("organization_id", "id", "endpoint_ids", "event", "client_id", "subject_id", "detail")
  SELECT "of", gen_random_uuid(), array_agg("endpoint"."id"), "what", "client", "subject", "figures"
  FROM "webhook_endpoints" AS "endpoint"
  WHERE "endpoint"."organization_id" = "of" AND "endpoint"."state" = 'active' AND "what" = ANY ("endpoint"."events")
  HAVING count(*) > 0;
END
$$;
