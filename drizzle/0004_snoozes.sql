CREATE TABLE "snoozes" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"activity_id" uuid NOT NULL,
	"until" timestamp (3) with time zone,
	"unanswered" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "snoozes_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "snoozes_thread" UNIQUE("organization_id","client_id","activity_id")
);
