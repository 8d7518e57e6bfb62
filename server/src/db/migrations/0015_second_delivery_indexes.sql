DROP INDEX "cash_payments_by_customer";--> statement-breakpoint
DROP INDEX "settlements_by_customer";--> statement-breakpoint
CREATE INDEX "orders_delivered_to_customer" ON "orders" USING btree ("customer_id","delivered_at") WHERE "orders"."status" = 'delivered';--> statement-breakpoint
CREATE INDEX "cash_payments_by_customer" ON "cash_payments" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "settlements_by_customer" ON "settlements" USING btree ("customer_id","created_at");