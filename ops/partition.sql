-- Splits the tables of a migrated database that holds no rows yet by organization, into hash partitions.
--
--   psql "$DATABASE_URL" --file=ops/partition.sql
--
-- Every table whose unique keys all contain "organization_id" is split. "organizations" and "tokens" stay whole, since
-- slugs and hashes of tokens are unique in all organizations. Set the number of partitions before, if not eight:
--
--   PGOPTIONS='-c clientele.partitions=32' psql …
DO $$
DECLARE
  partitions CONSTANT int := coalesce(nullif(current_setting('clientele.partitions', true), ''), '8');
  tables oid[];
  names text[];
  statements text[];
  statement text;
  name text;
  is_used boolean;
BEGIN
  -- Otherwise each key that is dropped and recreated is reported.
  SET LOCAL client_min_messages = warning;
  SELECT array_agg(c.oid ORDER BY c.relname), array_agg(c.oid::regclass::text ORDER BY c.relname) INTO tables, names
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition AND NOT EXISTS (
    SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT a.attnum = ANY (i.indkey));
  IF tables IS NULL THEN
    RAISE EXCEPTION 'There is nothing to split: migrate the database first, and split it once.';
  END IF;
  FOREACH name IN ARRAY names LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO is_used;
    IF is_used THEN
      RAISE EXCEPTION '% has rows: split a new database, and copy them into it.', name;
    END IF;
  END LOOP;

  -- As they are now: sequences, primary keys and checks first, then indexes, keys to other tables, and triggers. Before
  -- PostgreSQL 17, a split table has no identity columns.
  SELECT array_agg(definition ORDER BY position, definition) INTO statements FROM (
    SELECT 0 AS position, format('CREATE SEQUENCE %1$s OWNED BY %2$s.%3$I; ALTER TABLE %2$s ALTER %3$I SET DEFAULT nextval(%1$L)',
      pg_get_serial_sequence(attrelid::regclass::text, attname), attrelid::regclass, attname) AS definition
    FROM pg_attribute WHERE attidentity <> '' AND attrelid = ANY (tables)
    UNION ALL
    SELECT CASE contype WHEN 'f' THEN 3 ELSE 1 END,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint
    WHERE contype IN ('p', 'u', 'c', 'f') AND (conrelid = ANY (tables) OR confrelid = ANY (tables))
    UNION ALL
    SELECT 2, pg_get_indexdef(indexrelid) FROM pg_index
    WHERE indrelid = ANY (tables) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
    UNION ALL
    SELECT 4, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = ANY (tables) AND NOT tgisinternal
  ) AS definitions;

  FOREACH name IN ARRAY names LOOP
    EXECUTE format('CREATE TABLE "partitioned" (LIKE %s INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE)
      PARTITION BY HASH ("organization_id")', name);
    EXECUTE format('DROP TABLE %s CASCADE', name);
    EXECUTE format('ALTER TABLE "partitioned" RENAME TO %s', name);
    FOR part IN 0 .. partitions - 1 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %s FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
        name || '_' || part, name, partitions, part);
    END LOOP;
  END LOOP;
  FOREACH statement IN ARRAY statements LOOP
    EXECUTE statement;
  END LOOP;
END
$$;
