insert into waitlist_mail_refusal (signup_id) select id from waitlist_signup limit 1;
