ALTER TABLE "cash_payments" ADD COLUMN "accuracy_m" double precision;--> statement-breakpoint
ALTER TABLE "cash_payments" ADD COLUMN "location_age_s" double precision;--> statement-breakpoint
ALTER TABLE "cash_payments" ADD COLUMN "location_gap" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "accuracy_m" double precision;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "location_age_s" double precision;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "location_gap" text;