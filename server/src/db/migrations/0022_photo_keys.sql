DROP INDEX "cash_payments_by_packet_photo";--> statement-breakpoint
DROP INDEX "cash_payments_by_receipt_photo";--> statement-breakpoint
DROP INDEX "later_photos_by_photo";--> statement-breakpoint
DROP INDEX "orders_by_packet_photo";--> statement-breakpoint
DROP INDEX "orders_by_receipt_photo";--> statement-breakpoint
DROP INDEX "settlements_by_packet_photo";--> statement-breakpoint
CREATE INDEX "cash_payments_by_packet_photo" ON "cash_payments" USING btree (coalesce(substring("hair_photo_url" from '^/api/images/([0-9a-f]{64})[.]'), md5(nullif("hair_photo_url", ''))),"completed_at","invoice_id");--> statement-breakpoint
CREATE INDEX "cash_payments_by_receipt_photo" ON "cash_payments" USING btree (coalesce(substring("cash_receipt_url" from '^/api/images/([0-9a-f]{64})[.]'), md5(nullif("cash_receipt_url", ''))),"completed_at","invoice_id");--> statement-breakpoint
CREATE INDEX "later_photos_by_photo" ON "later_photos" USING btree (coalesce(substring("url" from '^/api/images/([0-9a-f]{64})[.]'), md5(nullif("url", ''))));--> statement-breakpoint
CREATE INDEX "orders_by_packet_photo" ON "orders" USING btree (coalesce(substring("hair_photo_url" from '^/api/images/([0-9a-f]{64})[.]'), md5(nullif("hair_photo_url", ''))),"id");--> statement-breakpoint
CREATE INDEX "orders_by_receipt_photo" ON "orders" USING btree (coalesce(substring("cash_receipt_url" from '^/api/images/([0-9a-f]{64})[.]'), md5(nullif("cash_receipt_url", ''))),"id");--> statement-breakpoint
CREATE INDEX "settlements_by_packet_photo" ON "settlements" USING btree (coalesce(substring("hair_photo_url" from '^/api/images/([0-9a-f]{64})[.]'), md5(nullif("hair_photo_url", ''))),"completed_at","invoice_id");