-- Renamed in place: building them again would take long and hold up writes.
ALTER INDEX "clients_living" RENAME TO "clients_not_deleted";--> statement-breakpoint
ALTER INDEX "users_living" RENAME TO "users_not_deleted";
