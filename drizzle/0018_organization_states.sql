ALTER TABLE "organizations" ADD COLUMN "state" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_state" CHECK ("organizations"."state" in ('active', 'importing', 'deleting'));--> statement-breakpoint
-- An import ends by changing the state, and keeps the organization's "updated_at".
CREATE OR REPLACE TRIGGER "organizations_updating" BEFORE UPDATE ON "organizations"
FOR EACH ROW WHEN (NEW."state" = OLD."state") EXECUTE FUNCTION "move_updated_at"();
