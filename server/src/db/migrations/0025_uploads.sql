CREATE TABLE "upload_parts" (
	"upload_id" text NOT NULL,
	"start" integer NOT NULL,
	"bytes" integer NOT NULL,
	"object" text NOT NULL,
	CONSTRAINT "upload_parts_upload_id_start_pk" PRIMARY KEY("upload_id","start")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"runner_id" integer NOT NULL,
	"size" integer NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_byte_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_runner_id_runners_id_fk" FOREIGN KEY ("runner_id") REFERENCES "public"."runners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_by_runner" ON "uploads" USING btree ("runner_id","last_byte_at");--> statement-breakpoint
CREATE INDEX "uploads_by_age" ON "uploads" USING btree ("last_byte_at");