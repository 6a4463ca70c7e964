import type { IDataObject } from 'n8n-workflow';

/** A list as a tool returns it. */
interface Table {
	columns: string[];
	rows: Array<Array<IDataObject[string]>>;
}

/**
 * The rows of what a tool returned, those of a table as objects again, without the fields that a row does not have and
 * without the end of a whole list.
 */
export function rowsOf(result: IDataObject[]): IDataObject[] {
	return result.flatMap((each) => {
		if (!Array.isArray(each.columns)) return each.more === 0 ? [] : [each];
		const { columns, rows } = each as unknown as Table;
		return rows.map((row) =>
			Object.fromEntries(
				row.map((value, i) => [columns[i], value]).filter(([, value]) => value !== null),
			),
		);
	}) as IDataObject[];
}
