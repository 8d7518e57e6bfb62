DROP INDEX "orders_by_runner";--> statement-breakpoint
CREATE INDEX "customer_changes_by_runner" ON "customer_changes" USING btree ("customer_id","runner_id","status");--> statement-breakpoint
CREATE INDEX "customer_changes_by_office" ON "customer_changes" USING btree ("customer_id","changed_at") WHERE "customer_changes"."changed_by" is null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("runner_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_delivered_by_runner" ON "orders" USING btree ("runner_id","delivered_at","id") WHERE "orders"."status" = 'delivered';