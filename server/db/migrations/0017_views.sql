-- Filters, sorts and columns that somebody keeps under a name, whatever browser he sits at. A view is known by its list and name.
create table saved_view (
  username    text collate "C" not null,
  list        text collate "C" not null,                    -- the kind of its rows
  name        text not null,
  query       text not null,                                -- as it stands in an address of the console
  update_time timestamptz not null
);
create unique index saved_view_name on saved_view (username, list, lower(name));
