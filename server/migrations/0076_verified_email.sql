-- An identity provider's person is linked to an account by its e-mail only where somebody other than its owner answers for
-- it: an administrator entered it, or a link that was mailed to it was opened. Who entered those of before is not known.
alter table account add email_verified boolean not null default false;
create unique index account_verified_email on account (lower(email)) where email_verified and email <> '';
