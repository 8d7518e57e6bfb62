ALTER TABLE "orders" ADD COLUMN "flags" jsonb;--> statement-breakpoint
CREATE INDEX "cash_payments_by_order" ON "cash_payments" USING btree ("order_id");