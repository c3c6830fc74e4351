-- Values that mean nothing while another property says so: of models made from the ready-made combi oven, as that has it now.
-- The relation changes nothing that a device may report, so it is written into drafts and published versions alike.

create function with_only_while(model jsonb, gate jsonb, identifiers text[], relation jsonb) returns jsonb language sql immutable
begin atomic
  select case when model -> 'properties' @> jsonb_build_array(gate) then jsonb_set(model, '{properties}', (
    select jsonb_agg(
      case when property ->> 'identifier' = any(identifiers) and not property ? 'onlyWhile'
        then property || jsonb_build_object('onlyWhile', relation) else property end
      order by place)
    from jsonb_array_elements(model -> 'properties') with ordinality as one (property, place)
  )) else model end;
end;

update thing_model set model = with_only_while(
  with_only_while(
    with_only_while(model, '{"identifier": "CoreProbe", "dataType": {"type": "bool"}}', '{CoreTemp}',
      '{"property": "CoreProbe", "is": [1]}'),
    '{"identifier": "WorkState", "dataType": {"type": "enum", "items": [{"value": 1, "en": "Preheating"}, {"value": 2, "en": "Cooking"}]}}',
    '{StageMode,StageElapsed,StageRemaining,ProgramRemaining,FinishTime}', '{"property": "WorkState", "is": [1, 2]}'),
  '{"identifier": "WorkState", "dataType": {"type": "enum", "items": [{"value": 5, "en": "Washing"}]}}',
  '{WashRemaining}', '{"property": "WorkState", "is": [5]}')
where model -> 'properties' @> '[{"identifier": "WorkState"}]';

drop function with_only_while(jsonb, jsonb, text[], jsonb);
