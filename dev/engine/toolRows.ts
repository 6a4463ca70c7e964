import type { IDataObject } from 'n8n-workflow';

/** A list as a tool returns it. */
interface Table {
	same_in_all_rows?: IDataObject;
	columns: string[];
	rows: Array<Array<IDataObject[string]>>;
}

/** The last row of a list. */
export interface ListEnd {
	count: number;
	has_more: boolean;
	next_cursor?: string;
	hint?: string;
}

/** The rows of what a tool returned, those of a table as objects again, without the last row of a list. */
export function rowsOf(result: IDataObject[]): IDataObject[] {
	return result
		.filter((each) => !isEnd(each))
		.flatMap((each) => {
			if (!Array.isArray(each.columns)) return [each];
			const { same_in_all_rows: same, columns, rows } = each as unknown as Table;
			return rows.map((row) => ({
				...same,
				...Object.fromEntries(
					row.map((value, i) => [columns[i], value]).filter(([, value]) => value !== null),
				),
			}));
		}) as IDataObject[];
}

/** The last row of a list that a tool returned. */
export function endOf(result: IDataObject[]): ListEnd {
	return result.find(isEnd) as unknown as ListEnd;
}

function isEnd(row: IDataObject): boolean {
	return typeof row.has_more === 'boolean' && typeof row.count === 'number';
}
