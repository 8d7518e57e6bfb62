\set customer random(100001, 200000)
begin;
select gen_random_uuid() as visit, 'CASH-' || (random() * 1e15)::bigint || '-ABC123' as invoice \gset
insert into recorded_work (id, runner_id, kind, content_hash, customer_id) values (:visit::uuid, 2001, 'cash-payment', repeat('a', 64), :customer::integer);
insert into idempotency_keys (runner_id, key, request_hash, status, body) select 2001, :visit::text || '-' || step, '', 0, '' from unnest(array['order', 'delivered', 'record']) as step;
select id from customers where id = :customer::integer for update;
insert into deals (visit_id, invoice_id, kind) values (:visit::uuid, :invoice::text, 'cash-payment');
insert into orders (runner_id, customer_id, status, product_id, product_name, product_price_paise, quantity, total_amount_paise, payment_method, delivery_address, customer_notes, runner_notes, items, visit_id, invoice_id) values (2001, :customer::integer, 'created', 'ricecooker', 'Rice Cooker × 1', 120644, 1, 120644, 'upi', 'Kothapalli, Karimnagar', '', '', '[]', :visit::uuid, :invoice::text) returning id as order_id \gset
update customers set status = 'delivered', delivered_at = now(), updated_at = now() where id = :customer::integer;
insert into customer_changes (customer_id, runner_id, status, changed_by) values (:customer::integer, 2001, 'delivered', 2001);
update orders set status = 'delivered', delivered_at = now(), flags = '[]' where id = :order_id::integer;
insert into cash_payments (invoice_id, runner_id, customer_id, visit_id, content_hash, customer_name, hair_type, hair_weight_grams, hair_value_paise, items_total_paise, balance_paise, balance_type, hair_photo_url, latitude, longitude, address, completed_at, hair_lines, items, cash_amount_paise, payout_method, upi_reference, cash_receipt_url, order_id) values (:invoice::text, 2001, :customer::integer, :visit::uuid, repeat('b', 64), 'Anjali Reddy', 'Black Hair', 100, 35000, 0, 35000, 'return', '/api/images/packet.jpg', 18.43, 79.13, 'Karimnagar', now(), '[{"hair_type":"black_hair","weight_grams":100,"price_per_20g":70,"value":350}]', '[]', 35000, 'cash', '', '', :order_id::integer);
update idempotency_keys set request_hash = repeat('c', 64), status = 200, body = '{"id":1,"order_id":1,"status":"created"}' where runner_id = 2001 and key = any (array[:visit::text || '-order', :visit::text || '-delivered', :visit::text || '-record']);
update recorded_work set order_id = :order_id::integer, differences = '[]' where id = :visit::uuid;
commit;
