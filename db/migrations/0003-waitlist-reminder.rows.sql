insert into waitlist_reminder (signup_id, confirm_step, confirm_at) select id, 1, now() from waitlist_signup limit 1;
