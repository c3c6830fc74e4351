-- End users of the phone app. Their bindings to devices are in the device domain.

create table app_user (
  id bigint generated always as identity primary key,
  nickname text not null,
  phone text not null default '',
  email text not null default '',
  enabled boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null
);
