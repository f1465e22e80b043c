-- Folds what people type in different ways, for the search in conversations: case, accents, widths, quotation marks, hyphens and dashes,
-- white space, and letters that Unicode does not take apart. Without combining accents (U+0300 to U+036F, so the marks of kana stay),
-- soft hyphens and zero-width spaces. Quotation marks and hyphens come first: NFKD makes others of some.
create or replace function chat_fold(text) returns text language sql immutable strict parallel safe as $$
  select translate(replace(replace(replace(
    regexp_replace(regexp_replace(
      lower(normalize(translate($1, '‘’‚‛‹›′´`ʼʻ“”„‟«»″‐‑‒–—―−⁃﹘', '''''''''''''''''''''''"""""""---------'), NFKD)),
      '[\u0300-\u036f\u00ad\u200b]', '', 'g'), '\s+', ' ', 'g'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ςøłđðı', 'σolddi')
$$
