CREATE TABLE "later_photos" (
	"invoice_id" text NOT NULL,
	"role" text NOT NULL,
	"number" integer NOT NULL,
	"url" text NOT NULL,
	"reason" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "later_photos_invoice_id_role_number_pk" PRIMARY KEY("invoice_id","role","number")
);
--> statement-breakpoint
CREATE INDEX "later_photos_by_photo" ON "later_photos" USING btree (substring("url" from '^/api/images/([0-9a-f]{64})[.]'));