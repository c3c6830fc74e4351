-- The rows of a deleted organisation in device_total are left to the nightly tidying: those of the tree above it are put
-- right only after every trigger of the organisation itself has run.
drop trigger device_total_forget on organisation;
drop function device_total_forget();
