import { type ObjectRef, withoutSubresource } from '../protocol/objectRef';
import type { PrintedRow, PrinterColumn, Result } from '../session/ports';
import type { Connection } from './connection';
import { isObject, type JsonValue, textAt } from './json';
import { readObject } from './objects';
import { objectPath } from './paths';

/**
 * What the API server prints of an object (`Table` of meta.k8s.io/v1), as `kubectl get` asks for it: no right to read
 * the definition of its kind is needed. No columns where the server answers with something else; a failure of its
 * status 406 where it knows no tables. Of a subresource it prints the object.
 */
export async function printObject(
  connection: Connection,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<Result<PrintedRow>> {
  const answer = await connection.send({
    method: 'GET',
    path: objectPath(withoutSubresource(ref)),
    query: { includeObject: 'None' },
    accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    signal,
  });
  if (answer.kind === 'failed') return answer;
  const table = readObject(answer.value, connection);
  return table.kind === 'failed' ? table : { kind: 'ok', value: readTable(table.value) };
}

function readTable(table: JsonValue): PrintedRow {
  const resourceVersion = textAt(table, 'metadata', 'resourceVersion') ?? '';
  const isTable = isObject(table) && table['kind'] === 'Table';
  const definitions = isTable ? listIn(table, 'columnDefinitions') : [];
  const cells = isTable ? listIn(listIn(table, 'rows')[0], 'cells') : [];
  const columns = definitions.flatMap((definition, at): PrinterColumn[] => {
    const [name, type] = [textAt(definition, 'name'), textAt(definition, 'type')];
    if (name === undefined || type === undefined) return [];
    const priority = isObject(definition) ? definition['priority'] : undefined;
    return [
      {
        name,
        type,
        format: textAt(definition, 'format') ?? '',
        priority: typeof priority === 'number' ? priority : 0,
        cell: cells[at] ?? null,
      },
    ];
  });
  return { resourceVersion, columns };
}

function listIn(value: JsonValue | undefined, key: string): JsonValue[] {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
}
