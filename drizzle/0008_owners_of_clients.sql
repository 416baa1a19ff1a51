-- The owner is no part of the public resource: assigning one keeps its "updated_at".
DROP TRIGGER "clients_updating" ON "clients";
--> statement-breakpoint
CREATE TRIGGER "clients_updating" BEFORE UPDATE OF "name", "domain", "deleted_at" ON "clients"
FOR EACH ROW EXECUTE FUNCTION "move_updated_at"();
