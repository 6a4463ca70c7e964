import type { IDataObject } from 'n8n-workflow';

/** Fewest rows that are worth a table. */
const FEWEST = 3;

/** The rows of a list as one table with a header, since a model pays for the names of each row. Few rows stay as they are. */
export function tableOf(rows: IDataObject[]): IDataObject[] {
	if (rows.length < FEWEST) return rows;
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return [{ columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) }];
}
