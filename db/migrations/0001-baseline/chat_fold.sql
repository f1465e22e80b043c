-- Folds case and accents, for the search in conversations.
create function chat_fold(text) returns text language sql immutable strict parallel safe as $$
  select translate(lower(normalize($1, NFC)), 'áàâãäåéèêëíìîïóòôõöúùûüçñýÿ', 'aaaaaaeeeeiiiiooooouuuucnyy')
$$
