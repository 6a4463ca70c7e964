import type { IDataObject } from 'n8n-workflow';

import { type Field, type Setting, text } from '../../shared/form';

/**
 * Kinds of a field of a form, by n8n's values (n8n 2.41, n8n-nodes-base/nodes/Form/common.descriptions.ts), with what HTML
 * calls them.
 */
export const FORM_FIELDS: Record<string, { name: string; description: string; input?: string }> = {
	checkbox: { name: 'Checkboxes', description: 'Any of several choices' },
	date: { name: 'Date', input: 'date', description: 'A day, as YYYY-MM-DD' },
	dropdown: { name: 'Dropdown', description: 'One of several choices' },
	email: { name: 'Email', input: 'email', description: 'An address' },
	number: { name: 'Number', input: 'number', description: 'A value to count with' },
	text: { name: 'Text', input: 'text', description: 'One line' },
	textarea: { name: 'Textarea', description: 'Several lines' },
};

/** Kinds with choices. */
export const WITH_CHOICES = ['checkbox', 'dropdown'];

/** Field of a form that answers a question. */
export interface FormField {
	label: string;
	/** One of FORM_FIELDS */
	type: string;
	choices: string[];
	required: boolean;
}

/** Settings of a question, by parameter name. */
export interface QuestionSettings {
	responseType?: string;
	approvalOptions?: Array<Record<'approvalType' | 'approveLabel' | 'disapproveLabel', string>>;
	formFields?: IDataObject[];
	messageButtonLabel?: string;
	limitWaitTime?: Array<{ limitType: string; amount: number; unit: string; until?: number }>;
}

/** A setting of one group, whose fields stay at their names. */
function group(field: Pick<Setting, 'displayName' | 'name' | 'description'>, values: Setting[]) {
	return {
		...field,
		type: 'fixedCollection',
		placeholder: `Add ${field.displayName}`,
		default: {},
		options: [{ displayName: 'Values', name: 'values', values }],
	} satisfies Setting;
}

const approvalOptions = {
	...group(
		{
			displayName: 'Approval Options',
			name: 'approvalOptions',
			description: 'Which answers there are, and their words',
		},
		[
			{
				displayName: 'Type of Approval',
				name: 'approvalType',
				type: 'options',
				default: 'single',
				description: 'Which answers the message offers',
				limits: { property: 'approvalType' },
				options: [
					{
						name: 'Approve and Disapprove',
						value: 'double',
						description: 'Two links, to approve or to decline',
					},
					{ name: 'Approve Only', value: 'single', description: 'One link, to approve' },
				],
			},
			{
				displayName: 'Approve Button Label',
				name: 'approveLabel',
				type: 'string',
				default: 'Approve',
				description: 'Word for yes',
				limits: { property: 'approveLabel' },
			},
			{
				displayName: 'Disapprove Button Label',
				name: 'disapproveLabel',
				type: 'string',
				default: 'Decline',
				description: 'Word for no',
				limits: { property: 'disapproveLabel' },
				displayOptions: { show: { approvalType: ['double'] } },
			},
		],
	),
	displayOptions: { show: { responseType: ['approval'] } },
} satisfies Setting;

const formFields = {
	displayName: 'Form Fields',
	name: 'formFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Form Field',
	default: {},
	description: 'Fields of the form, in their order',
	displayOptions: { show: { responseType: ['customForm'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Field Name',
					name: 'fieldLabel',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Reason',
					description: 'Words above the field, and its name in the output',
					limits: { property: 'label', trim: true },
				},
				{
					displayName: 'Element Type',
					name: 'fieldType',
					type: 'options',
					default: 'text',
					description: 'Kind of value',
					options: Object.entries(FORM_FIELDS).map(([value, { name, description }]) => ({
						name,
						value,
						description,
					})),
					limits: { property: 'type' },
				},
				{
					displayName: 'Field Options',
					name: 'fieldOptions',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true, sortable: true },
					placeholder: 'Add Field Option',
					default: {},
					description: 'Choices of a list or of checkboxes',
					displayOptions: { show: { fieldType: WITH_CHOICES } },
					limits: { property: 'options' },
					options: [
						{
							displayName: 'Values',
							name: 'values',
							values: [
								{
									displayName: 'Option',
									name: 'option',
									type: 'string',
									required: true,
									default: '',
									description: 'Choice as it is shown, and as it is in the output',
									limits: { property: 'option', trim: true },
								},
							],
						},
					],
				},
				{
					displayName: 'Required Field',
					name: 'requiredField',
					type: 'boolean',
					default: false,
					description: 'Whether the form cannot be sent without a value',
					limits: { property: 'required' },
				},
			],
		},
	],
} satisfies Setting;

/**
 * The question and the kind of its answer, by the parameter names of n8n's own nodes, which n8n fills in for reviews
 * (n8n 2.41, n8n-nodes-base/utils/sendAndWait/utils.ts and n8n/tool-generation/hitl-tools.ts).
 */
export const questionFields: Array<Field<'text_content'>> = [
	{
		...text('Question, up to {maxLength} characters with the links that follow it', {
			required: true,
		}),
		displayName: 'Message',
		name: 'message',
	},
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		description: 'What an answer is',
		options: [
			{ name: 'Approval', value: 'approval', description: 'Yes or no, each with a link' },
			{ name: 'Custom Form', value: 'customForm', description: 'Values of a form of your own' },
			{ name: 'Free Text', value: 'freeText', description: 'An answer in own words' },
		],
	},
	approvalOptions,
	formFields,
];

export const questionOptions: Setting[] = [
	group(
		{
			displayName: 'Limit Wait Time',
			name: 'limitWaitTime',
			description:
				'Time after which the workflow continues without an answer. The output then has timedOut.',
		},
		[
			{
				displayName: 'Limit Type',
				name: 'limitType',
				type: 'options',
				default: 'afterTimeInterval',
				description: 'Whether the wait has a length or an end',
				limits: { property: 'limitType' },
				options: [
					{
						name: 'After Time Interval',
						value: 'afterTimeInterval',
						description: 'Waits so long from the message on',
					},
					{
						name: 'At Specified Time',
						value: 'atSpecifiedTime',
						description: 'Waits until a date and time',
					},
				],
			},
			{
				displayName: 'Amount',
				name: 'resumeAmount',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 2 },
				default: 45,
				description: 'Length of the wait',
				limits: { property: 'amount' },
				displayOptions: { show: { limitType: ['afterTimeInterval'] } },
			},
			{
				displayName: 'Unit',
				name: 'resumeUnit',
				type: 'options',
				default: 'minutes',
				description: 'Unit of the length',
				limits: { property: 'unit' },
				options: [
					{ name: 'Days', value: 'days', description: '24 hours each' },
					{ name: 'Hours', value: 'hours', description: '60 minutes each' },
					{ name: 'Minutes', value: 'minutes', description: '60 seconds each' },
				],
				displayOptions: { show: { limitType: ['afterTimeInterval'] } },
			},
			{
				displayName: 'Max Date and Time',
				name: 'maxDateAndTime',
				type: 'dateTime',
				default: '',
				description: 'End of the wait',
				limits: { property: 'until' },
				displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
			},
		],
	),
	{
		displayName: 'Message Button Label',
		name: 'messageButtonLabel',
		type: 'string',
		default: 'Respond',
		description: 'Word before the link and on the button of a text or form',
	},
];
