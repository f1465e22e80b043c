-- Describes the schemas public and pgboss, a line each: tables with their columns in order, defaults, constraints, indexes, triggers and
-- comments; then sequences, types, functions and extensions. The body of a function is a hash that ignores indentation.
with schemas as (select oid, nspname as name from pg_namespace where nspname in ('public', 'pgboss')),
relations as (
  select c.*, case s.name when 'public' then '' else s.name || '.' end || c.relname as full_name
  from pg_class c join schemas s on s.oid = c.relnamespace 
  where c.relname !~ '^kysely_migration' and c.relname !~ '_\d{8}$' -- the library's partitions of a day
),
lines as (
  select r.full_name as place, 0 as kind, 0 as number,
    concat_ws(' ', case r.relpersistence when 'u' then 'unlogged' end, 'table', r.full_name,
      case when r.relkind = 'p' then 'partition by ' || pg_get_partkeydef(r.oid) end,
      'of ' || (select inhparent::regclass::text from pg_inherits where inhrelid = r.oid), pg_get_expr(r.relpartbound, r.oid),
      'with (' || array_to_string(r.reloptions, ', ') || ')',
      '-- ' || obj_description(r.oid, 'pg_class')) as text
  from relations r where r.relkind in ('r', 'p')
  union all
  select r.full_name, 1, a.attnum,
    concat_ws(' ', '  ' || a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      case a.attgenerated when '' then 'default' else 'generated' end || ' ' || pg_get_expr(d.adbin, d.adrelid),
      case when a.attidentity <> '' then 'identity ' || a.attidentity::text end,
      '-- ' || col_description(r.oid, a.attnum))
  from relations r join pg_attribute a on a.attrelid = r.oid left join pg_attrdef d on (d.adrelid, d.adnum) = (r.oid, a.attnum)
  where r.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  union all
  -- "not null" is said with the column; before Postgres 18 it is no constraint
  select r.full_name, 2, 0, concat('  constraint ', k.conname, ' ', pg_get_constraintdef(k.oid))
  from relations r join pg_constraint k on k.conrelid = r.oid where k.contype <> 'n'
  union all
  select r.full_name, 3, 0, '  ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX (\S+) ON (ONLY )?\S+', '\1index \2')
  from relations r join pg_index i on i.indrelid = r.oid
  where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  union all
  select r.full_name, 4, 0, '  ' || pg_get_triggerdef(t.oid)
  from relations r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
  union all
  select r.full_name, 5, 0, format('sequence %s %s start %s increment %s from %s to %s', r.full_name, q.seqtypid::regtype, q.seqstart,
    q.seqincrement, q.seqmin, q.seqmax)
  from relations r join pg_sequence q on q.seqrelid = r.oid
  union all
  select r.full_name, 6, 0, format('view %s %s', r.full_name, pg_get_viewdef(r.oid)) from relations r where r.relkind in ('v', 'm')
  union all
  select t.typname, 7, 0, format('type %s.%s (%s)', s.name, t.typname,
    (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
  from pg_type t join schemas s on s.oid = t.typnamespace where t.typtype in ('e', 'd')
  union all
  select p.oid::regprocedure::text, 8, 0, format('function %s.%s(%s) returns %s, %s, %s, body %s', s.name, p.proname,
    pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname,
    concat_ws(' ', p.provolatile, p.proparallel, case when p.proisstrict then 'strict' end, case when p.prosecdef then 'definer' end),
    md5(regexp_replace(regexp_replace(p.prosrc, '\n\s*', E'\n', 'g'), '^\s+|\s+$', '', 'g')))
  from pg_proc p join schemas s on s.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  union all
  select e.extname, 9, 0, 'extension ' || e.extname from pg_extension e
)
select text from lines order by (kind > 4), place collate "C", kind, number, text collate "C"
