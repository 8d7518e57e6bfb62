-- Deals stored before a visit could have only one. Of several for a visit the first has it; the others stay where they are.
INSERT INTO "deals" ("visit_id", "invoice_id", "kind")
SELECT "visit_id", "invoice_id", "kind"
FROM (
	SELECT "visit_id", "invoice_id", 'settlement' AS "kind", "created_at" FROM "settlements"
	UNION ALL
	SELECT "visit_id", "invoice_id", 'cash-payment', "created_at" FROM "cash_payments"
) AS "stored"
ORDER BY "created_at", "invoice_id"
ON CONFLICT DO NOTHING;
