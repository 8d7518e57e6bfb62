CREATE TABLE "recorded_work" (
	"id" uuid PRIMARY KEY NOT NULL,
	"runner_id" integer NOT NULL,
	"kind" text NOT NULL,
	"content_hash" text NOT NULL,
	"order_id" integer,
	"differences" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recorded_work" ADD CONSTRAINT "recorded_work_runner_id_runners_id_fk" FOREIGN KEY ("runner_id") REFERENCES "public"."runners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recorded_work_by_runner" ON "recorded_work" USING btree ("runner_id","created_at");