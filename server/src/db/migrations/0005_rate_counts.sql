-- Unlogged: no call waits for the disk, and a crash only clears the counts. The free space keeps updates in their page.
CREATE UNLOGGED TABLE "rate_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
) WITH (fillfactor = 50);
