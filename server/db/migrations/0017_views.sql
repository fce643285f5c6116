-- Saved views: named filters, sorts and columns of a list, stored per user. A view is identified by list and name.
create table saved_view (
  username    text collate "C" not null,
  list        text collate "C" not null,                    -- the kind of its rows
  name        text not null,
  query       text not null,                                -- in the format of the console's URL query
  update_time timestamptz not null
);
create unique index saved_view_name on saved_view (username, list, lower(name));
