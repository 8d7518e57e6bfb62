CREATE TABLE "customer_list_changes" (
	"runner_id" integer NOT NULL,
	"change" bigint NOT NULL,
	CONSTRAINT "customer_list_changes_runner_id_change_pk" PRIMARY KEY("runner_id","change")
);
--> statement-breakpoint
CREATE FUNCTION "note_customer_list_changes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	lists integer[];
BEGIN
	IF TG_OP = 'INSERT' THEN
		lists := array(SELECT DISTINCT coalesce("runner_id", 0) FROM "new_rows");
	ELSIF TG_OP = 'DELETE' THEN
		lists := array(SELECT DISTINCT coalesce("runner_id", 0) FROM "old_rows");
	ELSE
		lists := array(SELECT coalesce("runner_id", 0) FROM "old_rows" UNION SELECT coalesce("runner_id", 0) FROM "new_rows");
	END IF;
	DELETE FROM "customer_list_changes" WHERE "ctid" = ANY (array(
		SELECT "ctid" FROM "customer_list_changes" WHERE "runner_id" = ANY (lists) FOR UPDATE SKIP LOCKED));
	INSERT INTO "customer_list_changes" ("runner_id", "change")
		SELECT list, hashtextextended(gen_random_uuid()::text, 0) FROM unnest(lists) AS list;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "customers_inserted" AFTER INSERT ON "customers" REFERENCING NEW TABLE AS "new_rows"
	FOR EACH STATEMENT EXECUTE FUNCTION "note_customer_list_changes"();
--> statement-breakpoint
CREATE TRIGGER "customers_updated" AFTER UPDATE ON "customers" REFERENCING OLD TABLE AS "old_rows" NEW TABLE AS "new_rows"
	FOR EACH STATEMENT EXECUTE FUNCTION "note_customer_list_changes"();
--> statement-breakpoint
CREATE TRIGGER "customers_deleted" AFTER DELETE ON "customers" REFERENCING OLD TABLE AS "old_rows"
	FOR EACH STATEMENT EXECUTE FUNCTION "note_customer_list_changes"();
