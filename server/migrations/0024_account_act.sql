-- A reset of an ordinary account's sign-in is announced too: to its owner. Acts on administrators are announced to all of them.
alter table administrator_act rename to account_act;
alter table account_act add announced_to text not null default 'administrators' check (announced_to in ('administrators', 'owner'));
alter table account_act alter announced_to drop default;
