ALTER TABLE "cash_payments" ADD COLUMN "clock_offset_s" bigint;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "clock_offset_s" bigint;