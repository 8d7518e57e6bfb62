CREATE TABLE "deals" (
	"visit_id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "deals_invoice_id_unique" UNIQUE("invoice_id")
);
--> statement-breakpoint
ALTER TABLE "cash_payments" ADD COLUMN "differences" jsonb;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "differences" jsonb;