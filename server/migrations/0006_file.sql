-- What the files of one organisation come to together is asked for at every upload.
create index on file (organisation_id) include (bytes);
