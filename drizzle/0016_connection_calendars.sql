CREATE TABLE "connection_calendars" (
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"etag" text,
	"last_modified" text,
	"file_hash" "bytea" NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"interval_seconds" integer NOT NULL,
	CONSTRAINT "connection_calendars_organization_id_connection_id_pk" PRIMARY KEY("organization_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "connection_meetings" (
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"source_id" text NOT NULL,
	"uid" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"takes_place" boolean NOT NULL,
	CONSTRAINT "connection_meetings_organization_id_connection_id_source_id_pk" PRIMARY KEY("organization_id","connection_id","source_id")
);
--> statement-breakpoint
ALTER TABLE "connection_calendars" ADD CONSTRAINT "connection_calendars_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_meetings" ADD CONSTRAINT "connection_meetings_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_meetings_source" ON "connection_meetings" USING btree ("organization_id","source_id");