DROP INDEX "cash_payments_by_runner";--> statement-breakpoint
DROP INDEX "settlements_by_runner";--> statement-breakpoint
ALTER TABLE "cash_payments" ALTER COLUMN "created_at" SET DATA TYPE timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cash_payments" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "settlements" ALTER COLUMN "created_at" SET DATA TYPE timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settlements" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
CREATE INDEX "cash_payments_by_receipt" ON "cash_payments" USING btree ("created_at","invoice_id");--> statement-breakpoint
CREATE INDEX "settlements_by_receipt" ON "settlements" USING btree ("created_at","invoice_id");--> statement-breakpoint
CREATE INDEX "cash_payments_by_runner" ON "cash_payments" USING btree ("runner_id","created_at","invoice_id");--> statement-breakpoint
CREATE INDEX "settlements_by_runner" ON "settlements" USING btree ("runner_id","created_at","invoice_id");