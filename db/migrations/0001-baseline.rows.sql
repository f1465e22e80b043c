-- a row in every table, for the test of migrations (migrate.db.test.ts)
insert into rate_limit values ('call:1', 1, 0);
insert into idempotency_key (key_hash, input_hash, effect_id) values ('k', 'i', '00000000-0000-7000-8000-000000000001');
insert into data_key (wrapped) values ('w');
insert into note_key (kid, x) values ('k', 'x');
insert into caught_mail (id, message_id, sender, recipient, subject, html, text)
  values ('00000000-0000-7000-8000-000000000001', 'm', 's', 'r', 'Hi', '', '');
insert into mail_code (id, locator_hash, code_hash, page, sealed_token, expires_at)
  values ('00000000-0000-7000-8000-000000000001', 'l', 'h', '/p', 's', now());

insert into auth_user (id, name, email) values ('00000000-0000-7000-8000-000000000001', 'Ana', 'ana@example.com');
insert into auth_account (id, user_id, provider_id, account_id)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'google', '1');
insert into auth_verification (id, identifier, value, expires_at) values ('00000000-0000-7000-8000-000000000001', 'i', 'v', now());
insert into auth_device (id, user_id) values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001');
insert into auth_session (id, user_id, token, expires_at, device_id)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 't', now(),
    '00000000-0000-7000-8000-000000000001');
insert into auth_event (id, user_id, kind)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'signed_in');
insert into auth_mail (id, kind, email, language, user_id, event_id)
  values ('00000000-0000-7000-8000-000000000001', 'welcome', 'ana@example.com', 'pt', '00000000-0000-7000-8000-000000000001',
    '00000000-0000-7000-8000-000000000001');
insert into auth_passkey (id, user_id, credential_id, public_key, counter, transports, name, event_id)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'c', '\x00', 0, '{}', 'n',
    '00000000-0000-7000-8000-000000000001');
insert into auth_one_time_codes (user_id, secret, last_step, event_id)
  values ('00000000-0000-7000-8000-000000000001', 's', 1, '00000000-0000-7000-8000-000000000001');
insert into auth_recovery_code (user_id, code_hash) values ('00000000-0000-7000-8000-000000000001', 'h');
insert into auth_second_step (id, user_id, token_hash, remember, expires_at)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'h', true, now());
insert into auth_challenge (id, kind, session_id, value, expires_at)
  values ('00000000-0000-7000-8000-000000000001', 'add_passkey', '00000000-0000-7000-8000-000000000001', 'v', now());
insert into auth_factor_recovery (id, user_id, ripe_at, lapses_at)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', now(), now());
insert into auth_api_key (id, user_id, name, token_hash, hint, scopes, expires_at)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'n', 'h', 'abcd', '{chat:read}', now());
insert into auth_api_key_network (key_id, network_hash) values ('00000000-0000-7000-8000-000000000001', 'h');

insert into waitlist_wave (name, size, by_referrals) values ('spring', 1, 0);
insert into waitlist_signup (id, email, language, seat, referral_code, wave, user_id)
  values ('00000000-0000-7000-8000-000000000001', 'ana@example.com', 'pt', 1, 'ANA', 'spring', '00000000-0000-7000-8000-000000000001');
insert into waitlist_signup (id, email, language, seat, referral_code, invited_by)
  values ('00000000-0000-7000-8000-000000000002', 'bia@example.com', 'en', 3, 'BIA', '00000000-0000-7000-8000-000000000001');
insert into waitlist_event (id, signup_id, kind)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'joined');
insert into waitlist_vacated_seat values (2);
insert into waitlist_advanced_seat values (3, 2, 1);
insert into waitlist_position_delta values (2, -1);
insert into waitlist_position_sum values (1, 0, 1);
insert into waitlist_credit (inviter_id, mailbox_hash) values ('00000000-0000-7000-8000-000000000001', 'h');
insert into waitlist_network (signup_id, hash, expires_at) values ('00000000-0000-7000-8000-000000000001', 'h', now());

insert into survey_qualification (signup_id, audience_size, categories, goals)
  values ('00000000-0000-7000-8000-000000000001', 'small', '{a}', '{b}');
insert into survey_follow_up (signup_id, user_types, niches, agent_types, description, address)
  values ('00000000-0000-7000-8000-000000000001', '{a}', '{b}', '{c}', 'd', '127.0.0.1');
insert into survey_draft (signup_id, survey, answers) values ('00000000-0000-7000-8000-000000000001', 'follow_up', '{}');

insert into billing_subscription (user_id, plan) values ('00000000-0000-7000-8000-000000000001', 'pro');
insert into billing_usage values ('00000000-0000-7000-8000-000000000001', '2026-01-01', 1);

insert into blog_article (language, id, slug, lone, title, excerpt, author, date, read_time, category, image, figure, keywords,
  published_time, modified_time, html, headings, words, hash, head)
  values ('en', 1, 's', true, 't', 'e', 'a', now(), 1, 'c', 'i', 'f', '{}', now(), now(), '', '[]', 1, 'h', '');
insert into blog_search values ('en', 1, true, 'c', now(), '');
insert into blog_count values ('en', 'c', 1);

insert into marketplace_agent (id, slug, name, category, colors, hash)
  values ('00000000-0000-7000-8000-000000000001', 'ada', 'Ada', 'c', '{a,b}', 'h');
insert into marketplace_agent_text
  values ('00000000-0000-7000-8000-000000000001', 'en', 'l', 'd', 'v', 'p', '{}', '{}', '{}', 'f', '{}');
insert into marketplace_note values ('00000000-0000-7000-8000-000000000001', 'en', 'k', 1, 't', 't', '{}', 's', '');
insert into marketplace_note_vector values ('00000000-0000-7000-8000-000000000001', 'en', 'k', 'm', 'h', '\x00000000', 1);

insert into chat_conversation (id, user_id, agent_id, title)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 't');
insert into chat_message (id, conversation_id, seq, role, status)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 1, 'assistant', 'running');
insert into chat_process (id, heartbeat_at) values ('00000000-0000-7000-8000-000000000001', '2026-01-01');
insert into chat_run (reply_id, conversation_id, user_id, slot, process_id)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 1,
    '00000000-0000-7000-8000-000000000001');
insert into chat_chunk values ('00000000-0000-7000-8000-000000000001', 0, 'As');
insert into chat_feedback (reply_id, vote) values ('00000000-0000-7000-8000-000000000001', 'up');
insert into chat_reply_html values ('00000000-0000-7000-8000-000000000001', 1, '<p>a</p>');
insert into chat_share (conversation_id, token_hash, last_seq) values ('00000000-0000-7000-8000-000000000001', 'h', 1);
insert into chat_spending values ('2026-01-01', 1);
insert into chat_token_reservation values ('00000000-0000-7000-8000-000000000001', '2026-01-01', 2, 1, '2026-01-01');
