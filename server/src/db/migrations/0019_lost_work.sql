ALTER TABLE "phones" ADD COLUMN "unsent_items" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "phones" ADD COLUMN "lost_items" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "phones" ADD COLUMN "browser_id" uuid;--> statement-breakpoint
ALTER TABLE "phones" ADD COLUMN "evicted_at" timestamp with time zone;